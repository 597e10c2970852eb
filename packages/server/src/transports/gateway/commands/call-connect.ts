import { GatewayOp } from '@guildhall/protocol'
import { gatewayCommand } from '../command.ts'
import { readSnowflake } from '../member-requests.ts'

/** Asks for the call of a DM (op 13). A malformed one is ignored. */
export const callConnect = gatewayCommand({
  op: GatewayOp.CALL_CONNECT,
  kinds: ['person'],
  read: (data) => ({ channelId: readSnowflake((data as { channel_id?: unknown } | null)?.channel_id) }),
  run({ gateway, session, background }, { channelId }) {
    if (channelId !== null) background(gateway.calls.sendTo(session, channelId))
  },
})
