// biome-ignore lint/performance/noBarrelFile: this is the entry of the validators, all of them generated
export * from './generated/schemas.gen.js'
