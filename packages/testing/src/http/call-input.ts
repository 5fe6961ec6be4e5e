/** Parsed parameters with their names in the contract, in a fixed order: equal parameters give an equal list. */
export type CallInput = readonly (readonly [field: string, value: unknown])[]
