import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../../../tools/lib/run.js'
import type { DiskShares } from './load.js'

/** A server with one guarantee broken, which a run must detect. */
export interface Planted {
  readonly name: string
  /** Texts of the built server or its migrations, with their replacements. */
  readonly changes: readonly (readonly [from: string, to: string])[]
  /** Sites at which a kill reveals the fault, so that its detection does not depend on chance. */
  readonly where: RegExp
  /** Kills only after this site was passed by the same process. */
  readonly after?: RegExp
  /** Matches the difference that reveals the fault. */
  readonly shows: RegExp
  /** The setup that reveals it, if not one server on SQLite. */
  readonly engine?: 'postgres'
  /** Disk failures, where the default shares do not reveal it. */
  readonly disk?: DiskShares
}

/** Shortens the polling of real networks, so that 500 kills take less time. */
export const EAGER: Pick<Planted, 'changes'> = {
  changes: [
    ['pollMs: 4e3', 'pollMs: 150'],
    ['pollMs: 6e3', 'pollMs: 150'],
  ],
}

/** Shortens also how long a payment waits to be signed again, and the lease of a server that was killed. */
export const HASTY: Pick<Planted, 'changes'> = {
  changes: [
    ...EAGER.changes,
    ['var REPRICE_AFTER_MS = 2 * 6e4;', 'var REPRICE_AFTER_MS = 1e3;'],
    ['var RESEND_MS = 3e4;', 'var RESEND_MS = 1500;'],
    [
      'var LEASE_MS = 2e4;\nvar RENEW_MS = 5e3;\nvar MARGIN_MS = 5e3;',
      'var LEASE_MS = 5e3;\nvar RENEW_MS = 1e3;\nvar MARGIN_MS = 1e3;',
    ],
  ],
}

/** Faults of commits, disks, several servers and returned payments. Simulated lives find the others. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'answer before COMMIT',
    changes: [
      [
        '    this.commit(done);\n',
        // The answer leaves one turn of the event loop early, too briefly for a client to notice: only a kill reveals
        // it.
        `    for (const { report } of done) report();
    await new Promise((resolve) => setImmediate(resolve));
    this.commit(done.map(({ job }) => ({ job, report() {} })));
`,
      ],
    ],
    where: /^before COMMIT/,
    shows: /not found|: lost/,
  },
  {
    name: 'COMMIT errors ignored',
    changes: [
      [
        `      this.abandon(
        done.map((one) => one.job),
        error
      );
      return;
`,
        '      this.connection.frame("ROLLBACK");\n',
      ],
    ],
    where: /^after COMMIT/,
    disk: { failing: 50, full: 0 },
    shows: /not found|: lost/,
  },
  {
    name: 'outbox after COMMIT',
    changes: [
      [
        '() => (options.openStore ?? openStore)(storeOptions)',
        'async () => globalThis.planted = await openStore(storeOptions)',
      ],
      [
        'await fanOut(this.tx, this.context, this.events);',
        `setTimeout(() => globalThis.planted.write((later) => fanOut(later, this.context, this.events)), 20);`,
      ],
    ],
    where: /^before INSERT INTO webhook_events/,
    shows: /never arrived/,
  },
  {
    name: 'lease predicate only inside',
    changes: [
      // Locking the target first would hide the fault.
      ['    if (toLease.has(target)) await tx.webhookTargets.lease(target, now);\n', ''],
      [`AND status = 'PENDING' AND \${IS_FREE}`, `AND status = 'PENDING' AND (1 = 1 OR \${IS_FREE})`],
    ],
    where: /^before POST/,
    engine: 'postgres',
    shows: /sent by two servers at once/,
  },
  {
    name: 'no incarnation',
    changes: [[`:\${incarnation}\``, ':1`']],
    where: /^after UPDATE transfers/,
    // The returned transfer counts as credited before, and is reversed.
    shows: /\(returned\): FROZEN \d+ 0, not FROZEN \d+ [1-9]/,
  },
  {
    name: 'hold without UNIQUE',
    changes: [
      // A repeated call posts the hold again, because its key is not known.
      [
        'if (earlier !== void 0) return { withdrawal: await requireStored(tx, earlier), replayed: true };',
        `if (earlier !== void 0) {
    const stored = await requireStored(tx, earlier);
    await post(tx, context, [hold(stored)]);
    return { withdrawal: stored, replayed: true };
  }`,
      ],
      [',\n  UNIQUE (environment, idempotency_key)\n', '\n'],
      ['ON CONFLICT (environment, idempotency_key) DO NOTHING RETURNING resolves', 'RETURNING resolves'],
    ],
    where: /^after COMMIT/,
    after: /^after INSERT INTO withdrawals /,
    shows: /hold does not match its status|^held is/,
  },
  {
    name: 'batch continued after FULL',
    changes: [
      [
        'const isOver = !this.connection.isInTransaction || cause instanceof',
        'const isOver = cause instanceof',
      ],
      [
        'if ("error" in ran) this.connection.frame("ROLLBACK TO unit");\n      this.connection.frame("RELEASE unit");',
        `if ("error" in ran && this.connection.isInTransaction) this.connection.frame("ROLLBACK TO unit");
      if (this.connection.isInTransaction) this.connection.frame("RELEASE unit");`,
      ],
      // Outside a transaction each savepoint commits by itself.
      [
        '      this.connection.frame("COMMIT");\n',
        '      if (this.connection.isInTransaction) this.connection.frame("COMMIT");\n',
      ],
    ],
    where: /^before COMMIT/,
    disk: { failing: 0, full: 50 },
    shows: /not found|: lost/,
  },
]

/**
 * Copies the built server and plants a fault in the copy.
 *
 * @returns the program to start
 * @throws Error when a text to change does not occur exactly once
 */
export function plant(
  { name, changes }: Pick<Planted, 'name' | 'changes'>,
  folder: string,
): readonly string[] {
  const server = join(root, 'packages/server')
  const copy = join(folder, 'packages/server')
  mkdirSync(copy, { recursive: true })
  for (const part of ['package.json', 'dist', 'migrations'])
    cpSync(join(server, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(server, 'node_modules'), join(copy, 'node_modules'))
  for (const [from, to] of changes) change(copy, name, from, to)
  return [join(copy, 'dist/cli.js'), 'serve']
}

function change(server: string, name: string, from: string, to: string): void {
  const files = ['dist', 'migrations'].flatMap((folder) =>
    readdirSync(join(server, folder))
      .filter((file) => /\.(js|sql)$/.test(file))
      .map((file) => join(server, folder, file)),
  )
  const texts = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const [found, ...others] = texts.filter(({ text }) => text.includes(from))
  if (!found || others.length > 0 || found.text.split(from).length !== 2) {
    throw new Error(`cannot plant "${name}": the built server must contain this text exactly once: ${from}`)
  }
  writeFileSync(
    found.path,
    found.text.replace(from, () => to),
  )
}
