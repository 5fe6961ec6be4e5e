/**
 * Bytes that nodes of the Nile network made, as printed in java-tron's documentation (tronprotocol/documentation-en,
 * docs/api/http). They tie the codec, which is tronweb's, to the real one. The documentation prints the data of
 * triggersmartcontract with one zero too many; its bytes and id are right, and the sample here has the data of the
 * bytes.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sha256, toBase58 } from '../../src/encoding/bytes.js'
import { encodeRawData, signerOf, transactionOf } from '../../src/encoding/transaction-codec.js'
import { artifact } from '../support/client.js'

interface Sample {
  page: string
  txID: string
  raw_data: { contract: { type: string }[] }
  raw_data_hex: string
}

const samples = JSON.parse(readFileSync(new URL('golden-samples.json', import.meta.url), 'utf8')) as Sample[]
const ours = ['TransferContract', 'TriggerSmartContract', 'CreateSmartContract']
const isOurs = ({ raw_data }: Sample) => ours.includes(raw_data.contract[0]?.type ?? '')

describe('the golden samples', () => {
  it('are fifteen', () => {
    expect(samples.length).toBe(15)
  })

  it.each(samples)('$page encodes to the bytes and the id of a real node', (sample) => {
    const hex = encodeRawData(sample.raw_data)
    expect(hex).toBe(sample.raw_data_hex)
    expect(sha256(hex)).toBe(sample.txID)
  })

  it.each(samples.filter(isOurs))('$page is printed as a real node prints it', (sample) => {
    const transaction = transactionOf(sample.raw_data_hex, [])
    expect(transaction.rawData).toEqual(sample.raw_data)
    expect(transaction.id).toBe(sample.txID)
  })

  it('recover the address of a signature on Nile', () => {
    const transfer = transactionOf(samples.find(isOurs)?.raw_data_hex ?? '', [
      '2154e8ef08f014063de8a88bafe748c8cbb48633c1657c083dca1a73439b289f6aa796bfa58797da6354d35fb7334a8c145c48ae266e4a885f7ee44791b5a3c31b',
    ])
    const signed = { ...transfer, id: '01b4cde4197b9d1a1ff09ef5d2b1d939d3ec2401b3f002ebd0802c0f30a6e4ca' }
    expect(toBase58(signerOf(signed) ?? '')).toBe('TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp')
  })
})

describe('an ABI', () => {
  it('comes back from the bytes of a deployment with what it had', () => {
    const { abi, bytecode } = artifact('TetherTrc20')
    const owner = `41${'11'.repeat(20)}`
    const value = {
      owner_address: owner,
      new_contract: { origin_address: owner, bytecode, abi: { entrys: abi } },
    }
    const type = 'CreateSmartContract'
    const rawHex = encodeRawData({
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      ref_block_bytes: '0000',
      ref_block_hash: '0'.repeat(16),
      expiration: 1,
    })
    const { value: decoded, rawData } = transactionOf(rawHex, [])
    expect(encodeRawData(rawData)).toBe(rawHex)
    expect(decoded.new_contract?.abi?.entrys?.find(({ name }) => name === 'AddedBlackList')).toEqual({
      type: 'Event',
      name: 'AddedBlackList',
      inputs: [{ name: '_user', type: 'address', indexed: true }],
    })
  })
})
