import { MerchantPayProvider } from '../provider.js'

/** The provider as the payment module of Medusa loads it. */
export default { module: 'payment', services: [MerchantPayProvider] }
