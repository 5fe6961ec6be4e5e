import type { Planted } from './fault.js'

/** Faults of what follows when a database cannot write, or is gone. */
export const DATABASE_FAULTS: readonly Planted[] = [
  {
    name: 'a full disk is an unknown error',
    file: 'storage/sqlite/sqlite-errors.ts',
    from: 'LOCKED|FULL|READONLY',
    to: 'LOCKED|READONLY',
  },
  {
    name: 'a file that cannot be written is an unknown error',
    file: 'storage/sqlite/sqlite-errors.ts',
    from: 'LOCKED|FULL|READONLY',
    to: 'LOCKED|FULL',
  },
  {
    name: 'a transaction that failed stays open',
    file: 'storage/sqlite/sqlite-writer.ts',
    from: "if (this.connection.isInTransaction) this.connection.frame('ROLLBACK')\n",
    to: '\n',
  },
  {
    name: 'statements go on after SQLite has ended their transaction',
    file: 'storage/sqlite/sqlite-writer.ts',
    from: "new TransactionGuard(this.connection, 'one by one')",
    to: "new TransactionGuard(this.connection, 'together')",
  },
  {
    name: 'a PostgreSQL that cannot write is an unknown error',
    file: 'storage/postgres/postgres-errors.ts',
    from: '53...|57014|25006|',
    to: '57014|',
    engine: 'postgres',
  },
  {
    name: 'a commit that was lost counts as done',
    file: 'storage/postgres/postgres.ts',
    from: "if (outcome) return outcome === 'committed'",
    to: 'if (outcome) return true',
    engine: 'postgres',
  },
  {
    name: 'an idle connection that ends stops the server',
    file: 'storage/postgres/postgres-session.ts',
    from: "  pool.on('error', () => undefined)\n",
    to: '',
    engine: 'postgres',
  },
]
