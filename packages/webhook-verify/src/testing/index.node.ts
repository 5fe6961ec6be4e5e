export { type DeliverOptions, deliver } from './deliver.node.js'
export { type Fixtures, fixtures } from './fixtures.js'
export {
  type SignedRequest,
  type SignedRequestOptions,
  signedRequest,
  VARIANTS,
  type Variant,
} from './signed-request.node.js'
