import { commitPublicTypes } from './api/committed-types.js'
import { packageRoot } from './manifest.js'

commitPublicTypes(packageRoot, '@merchantpay/sdk')
