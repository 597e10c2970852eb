import { GatewayOp } from '@guildhall/protocol'
import { useEffect } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'

/** Requests the status and start of a guild's voice channels, which GUILD_CREATE does not contain. */
export function useChannelInfo(guildId: string): void {
  const client = useClient()
  const sessionId = useClientState((state) => state.sessionId)
  useEffect(() => {
    const request = () =>
      client.send(GatewayOp.REQUEST_CHANNEL_INFO, { guild_id: guildId, fields: ['status', 'voice_start_time'] })
    if (client.state.guilds.has(guildId)) request()
    return client.on('GUILD_CREATE', ({ id }) => {
      if (id === guildId) request()
    })
  }, [client, guildId, sessionId])
}
