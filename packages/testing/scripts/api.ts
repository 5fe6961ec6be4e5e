import { commitPublicTypes } from '../../sdk/scripts/api/committed-types.js'
import { packageRoot } from './package-root.js'

commitPublicTypes(packageRoot, '@merchantpay/testing')
