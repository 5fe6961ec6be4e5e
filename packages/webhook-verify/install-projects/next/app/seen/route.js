import { seen } from '../../receiver'

export const dynamic = 'force-dynamic'
export const GET = () => Response.json(seen)
