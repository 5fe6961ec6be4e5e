/** The ways to reach a person outside of the pages. */
export const CHANNELS = ['mail', 'telegram'] as const
export type Channel = (typeof CHANNELS)[number]
