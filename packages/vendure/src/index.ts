export type { MerchantPayPluginOptions, Total } from './options.js'
export { MerchantPayPlugin } from './plugin.js'
