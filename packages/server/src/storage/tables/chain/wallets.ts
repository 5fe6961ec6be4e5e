import type { WalletIdentity } from '../../../domain/chain/wallet-identity.js'
import type { Environment, Network } from '../../../domain/shared/types.js'
import type { WalletTable } from '../../../domain/store/wallet-tables.js'
import type { Sql } from '../../sql.js'

interface Row {
  environment: Environment
  network: Network
  chain_id: bigint
  token: string
  xpub_hash: string
  first_address: string
  hot_wallet: string | null
}

const COLUMNS = 'environment, network, chain_id, token, xpub_hash, first_address, hot_wallet'

export function walletTable(sql: Sql): WalletTable {
  return {
    async find({ environment, network }) {
      const row = await sql.get<Row>(
        `SELECT ${COLUMNS} FROM wallets WHERE environment = ? AND network = ?`,
        environment,
        network,
      )
      return row && toWallet(row)
    },
    async list() {
      const rows = await sql.all<Row>(`SELECT ${COLUMNS} FROM wallets ORDER BY environment, network`)
      return rows.map(toWallet)
    },
    async claim({ environment, network, chainId, token, xpubHash, firstAddress, hotWallet }) {
      await sql.run(
        `INSERT INTO wallets (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        environment,
        network,
        chainId,
        token,
        xpubHash,
        firstAddress,
        hotWallet,
      )
    },
    async claimHotWallet({ environment, network }, hotWallet) {
      await sql.run(
        'UPDATE wallets SET hot_wallet = ? WHERE environment = ? AND network = ? AND hot_wallet IS NULL',
        hotWallet,
        environment,
        network,
      )
    },
    async update({ environment, network, chainId, token, xpubHash, firstAddress, hotWallet }) {
      await sql.run(
        `INSERT INTO former_wallets (environment, network, wallet)
         SELECT environment, network, hot_wallet FROM wallets
         WHERE environment = ? AND network = ? AND hot_wallet <> ? ON CONFLICT DO NOTHING`,
        environment,
        network,
        hotWallet,
      )
      await sql.run(
        `UPDATE wallets SET chain_id = ?, token = ?, xpub_hash = ?, first_address = ?, hot_wallet = ?
         WHERE environment = ? AND network = ?`,
        chainId,
        token,
        xpubHash,
        firstAddress,
        hotWallet,
        environment,
        network,
      )
    },
    async wasHot({ environment, network, wallet }) {
      const row = await sql.get(
        `SELECT 1 AS found WHERE
           EXISTS (SELECT 1 FROM signed_transactions WHERE environment = ? AND network = ? AND wallet = ?)
           OR EXISTS (SELECT 1 FROM explanations WHERE environment = ? AND network = ? AND wallet = ?)
           OR EXISTS (SELECT 1 FROM former_wallets WHERE environment = ? AND network = ? AND wallet = ?)`,
        ...[environment, network, wallet, environment, network, wallet, environment, network, wallet],
      )
      return row !== undefined
    },
  }
}

const toWallet = (row: Row): WalletIdentity => ({
  environment: row.environment,
  network: row.network,
  chainId: Number(row.chain_id),
  token: row.token,
  xpubHash: row.xpub_hash,
  firstAddress: row.first_address,
  hotWallet: row.hot_wallet,
})
