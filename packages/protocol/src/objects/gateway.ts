import { type Static, Type } from 'typebox'
import { Int, Text } from './wire.ts'

export const GatewayInfoObject = Type.Object({ url: Text }, { title: 'GatewayInfo' })
export type GatewayInfoObject = Static<typeof GatewayInfoObject>

export const GatewayBotInfoObject = Type.Object(
  {
    url: Text,
    shards: Int,
    session_start_limit: Type.Object({
      total: Int,
      remaining: Int,
      /** Milliseconds until `remaining` is `total` again. */
      reset_after: Int,
      max_concurrency: Int,
    }),
  },
  { title: 'GatewayBotInfo' },
)
export type GatewayBotInfoObject = Static<typeof GatewayBotInfoObject>
