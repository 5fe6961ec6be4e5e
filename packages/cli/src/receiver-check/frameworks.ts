/** The frameworks whose cures are known. */
export const FRAMEWORKS = ['express', 'fastify', 'hono', 'next', 'node', 'worker', 'python', 'php'] as const
export type Framework = (typeof FRAMEWORKS)[number]
