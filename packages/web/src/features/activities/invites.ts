import { ChannelType, InviteTargetType } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'

/**
 * Creates an invite to a channel and returns its link. Only invites to voice channels name the activity.
 *
 * @throws ApiFailure
 */
export async function inviteToActivity(client: Client, channelId: string, applicationId: string): Promise<string> {
  const isVoice = client.state.channels.get(channelId)?.type === ChannelType.GUILD_VOICE
  const target = { target_type: InviteTargetType.EMBEDDED_APPLICATION, target_application_id: applicationId }
  const { code } = await client.api.call('create_channel_invite', {
    params: { channel_id: channelId },
    body: isVoice ? target : {},
  })
  return `${location.origin}/invite/${code}`
}
