import type { TransferName } from '../../domain/screening/transfer-screening.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Visit } from '../visit.js'

/** The name of a transfer as a part of a path: its environment is that of the page. */
export const transferPath = ({ network, txHash, logIndex }: TransferName): string =>
  `${network}.${txHash}.${logIndex}`

/** Reads the name of the transfer from the path. @throws OperatorError for a text that is none */
export function transferNameOf({
  environment,
  param,
}: {
  environment: Visit['environment']
  param: string
}): TransferName {
  const [networkText, txHash = '', index = ''] = param.split('.')
  const network = NETWORKS.find((each) => each === networkText)
  if (!network || txHash === '' || !/^[0-9]{1,9}$/.test(index))
    throw new OperatorError(`there is no transfer ${param}`)
  return { environment, network, txHash, logIndex: Number(index) }
}
