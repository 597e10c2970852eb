import { permissionsIn } from '@guildhall/client/questions'
import type { ActivityInstance } from '@guildhall/client/records'
import {
  type ActivityParticipant,
  type EmbeddedHost,
  type FrameState,
  type RpcApplication,
  RpcError,
  type ShareResult,
} from '@guildhall/local-client/rpc'
import { Permission } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'
import { isWebLink } from '../../lib/links.ts'
import { accessTokenFor } from './access-token.ts'
import { addLine, frameView, orientationOfLock } from './frame-state.ts'
import { participantsOf } from './participants.ts'
import { ask } from './questions.ts'

/** Ends of the connection, at which questions that wait are dismissed. */
export interface EmbeddedParts {
  readonly client: Client
  readonly application: RpcApplication
  /** Returns the instance with its participants of now. */
  readonly instance: () => ActivityInstance
  readonly signal: AbortSignal
}

/** Returns what the app offers to the activity in its frame. */
export function embeddedHost({ client, application, instance, signal }: EmbeddedParts): EmbeddedHost {
  const { location } = instance()
  const guildId = location.guild_id ?? null
  const channelId = location.channel_id
  const inPlace = { application, channelId, guildId }
  return {
    place: { guildId, channelId },
    accessToken: () => accessTokenFor(client, application.id),
    frame(): FrameState {
      const { layoutMode, orientation, thermalState } = frameView.getState()
      return { layoutMode, orientation, thermalState }
    },
    participants: (): Promise<readonly ActivityParticipant[]> => participantsOf(client, instance()),
    async openExternalLink(url) {
      if (!isWebLink(url)) throw new RpcError('INVALID_PAYLOAD', 'url must be an address with http or https')
      return (await ask<boolean>({ kind: 'link', application, url }, signal)) ?? false
    },
    async openInviteDialog() {
      demandInvites(client, channelId)
      await ask({ kind: 'invite', ...inPlace }, signal)
    },
    async openShareMomentDialog(mediaUrl) {
      if (!isOwnMedia(mediaUrl)) throw new RpcError('INVALID_PAYLOAD', 'mediaUrl must be an address of the CDN')
      await ask({ kind: 'moment', mediaUrl, ...inPlace }, signal)
    },
    async shareLink(link): Promise<ShareResult> {
      const shared = await ask<ShareResult>({ kind: 'share-link', link, ...inPlace }, signal)
      return shared ?? { success: false, didCopyLink: false, didSendMessage: false }
    },
    async shareInteraction(interaction) {
      return (await ask<boolean>({ kind: 'share-interaction', interaction, ...inPlace }, signal)) ?? false
    },
    async uploadImage() {
      return (await ask<string>({ kind: 'upload', application }, signal)) ?? null
    },
    async inviteUser(userId, content) {
      demandInvites(client, channelId)
      const invited = await ask<boolean>({ kind: 'invite-user', userId, content, ...inPlace }, signal)
      if (!invited) throw new RpcError('TRANSACTION_ABORTED', 'The person did not send the invitation.')
    },
    setOrientationLock({ lock_state }) {
      frameView.setState({ locked: orientationOfLock(lock_state) })
    },
    setInteractivePip(interactive) {
      frameView.setState({ interactivePip: interactive })
      return interactive
    },
    async refreshProxyTicket() {
      const { ticket } = await client.api.call('create_proxy_ticket', {
        params: { application_id: application.id },
        body: {
          instance_id: instance().composite_instance_id,
        },
      })
      return ticket
    },
    log: addLine,
  }
}

/** Only people who may invite others to the channel see the dialogs that invite. */
function demandInvites(client: Client, channelId: string): void {
  const channel = client.state.channels.get(channelId)
  if (!channel?.guild_id) throw new RpcError('INVALID_CHANNEL', 'Nobody is invited to a direct message.')
  if ((permissionsIn(client.state, channel) & Permission.CREATE_INSTANT_INVITE) === 0n)
    throw new RpcError('INVALID_PERMISSIONS', 'The person needs the permission Create Invite.')
}

/** Returns whether an address is one of the platform's own files, such as an uploaded image. */
function isOwnMedia(address: string): boolean {
  if (!isWebLink(address)) return false
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname.startsWith('/cdn/')
}
