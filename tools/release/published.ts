/** A package that is published. */
export interface Published {
  folder: string
  /** The files that the tarball may have besides package.json, README.md and LICENSE. */
  expected: RegExp[]
  /** Required files that its manifest does not name. */
  required?: string[]
  /** Whether other code imports it, so that its types matter. */
  isLibrary: boolean
}

const libraryFiles = /^dist\/[\w./-]+\.(js|cjs|d\.ts|d\.cts)(\.map)?$/

export const PUBLISHED: readonly Published[] = [
  {
    folder: 'openapi',
    expected: [
      /^((arazzo|overlays)\/)?[\w.-]+\.yaml$/,
      /^webhook-targets\.json$/,
      /^vectors\/([\w-]+\.json|README\.md)$/,
      /^(CHANGELOG|DECISIONS)\.md$/,
    ],
    isLibrary: false,
  },
  {
    folder: 'packages/webhook-verify',
    expected: [libraryFiles],
    isLibrary: true,
  },
  {
    folder: 'packages/cli',
    expected: [/^bin\/merchantpay\.js$/, /^dist\/[\w-]+\.js$/],
    required: ['dist/cli.js'],
    isLibrary: false,
  },
  {
    folder: 'packages/create-merchantpay',
    expected: [
      /^bin\/(create|create-merchantpay)\.js$/,
      /^templates\/(common|express|hono|next)\/([\w[\]-]+\/)*_?[\w.-]+$/,
    ],
    required: ['templates/common/receiver.ts', 'templates/express/_package.json'],
    isLibrary: false,
  },
  { folder: 'packages/sdk', expected: [libraryFiles], isLibrary: true },
  { folder: 'packages/testing', expected: [libraryFiles], isLibrary: true },
  {
    folder: 'packages/medusa',
    expected: [/^\.medusa\/server\/(package\.json|src\/[\w./-]+\.js(\.map)?)$/],
    isLibrary: false,
  },
  { folder: 'packages/vendure', expected: [libraryFiles], isLibrary: true },
  {
    folder: 'packages/server',
    expected: [
      /^bin\/merchantpay-server\.js$/,
      /^dist\/[\w./-]+\.(js|css|json|html|svg)(\.map)?$/,
      /^guides\/[\w-]+\.md$/,
      /^migrations\/\d{4}-[a-z0-9-]+\.sql$/,
    ],
    required: ['dist/cli.js', 'migrations/0001-create-merchants.sql'],
    isLibrary: false,
  },
]
