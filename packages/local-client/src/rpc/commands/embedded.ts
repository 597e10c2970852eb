/** Commands of activities inside the client. Without `Host.embedded` they fail with NO_ELIGIBLE_ACTIVITY. */
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { command } from '../command.ts'
import type { EmbeddedHost } from '../embedded-host.ts'
import type { Host } from '../host.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NoArguments, Text } from './fields.ts'

const { LOCAL, AUTHENTICATED, EMBEDDED } = PseudoScope
const { Optional } = Type
const Link = Type.String({ maxLength: 2_048, pattern: '^https?://' })

/** Returns what the client offers to an activity. @throws RpcError NO_ELIGIBLE_ACTIVITY for any other application */
function demandEmbedded({ embedded }: Host): EmbeddedHost {
  if (!embedded) throw new RpcError('NO_ELIGIBLE_ACTIVITY', 'The application does not run inside the client.')
  return embedded
}

const openExternalLink = command({
  name: 'OPEN_EXTERNAL_LINK',
  scope: [AUTHENTICATED, EMBEDDED],
  args: Type.Object({ url: Link }),
  run: async ({ host }, { url }) => ({ opened: await demandEmbedded(host).openExternalLink(url) }),
})

const openInviteDialog = command({
  name: 'OPEN_INVITE_DIALOG',
  scope: ['rpc', LOCAL, AUTHENTICATED],
  args: NoArguments,
  run: ({ host }) => demandEmbedded(host).openInviteDialog(),
})

const openShareMomentDialog = command({
  name: 'OPEN_SHARE_MOMENT_DIALOG',
  scope: [AUTHENTICATED],
  args: Type.Object({ mediaUrl: Type.String({ maxLength: 1_024, pattern: '^https?://' }) }),
  run: ({ host }, { mediaUrl }) => demandEmbedded(host).openShareMomentDialog(mediaUrl),
})

const shareLink = command({
  name: 'SHARE_LINK',
  scope: [AUTHENTICATED],
  args: Type.Object({
    message: Type.String({ maxLength: 1_000 }),
    custom_id: Optional(Type.String({ maxLength: 64 })),
    link_id: Optional(Type.String({ maxLength: 64 })),
  }),
  run: ({ host }, link) => demandEmbedded(host).shareLink(link),
})

const shareInteraction = command({
  name: 'SHARE_INTERACTION',
  scope: [AUTHENTICATED, LOCAL],
  args: Type.Object({
    command: Text(200),
    options: Optional(Type.Array(Type.Object({ name: Text(100), value: Type.String({ maxLength: 6_000 }) }))),
    content: Optional(Type.String({ maxLength: 2_000 })),
    require_launch_channel: Optional(Type.Boolean()),
    preview_image: Optional(
      Type.Object({ url: Link, height: Type.Integer({ minimum: 0 }), width: Type.Integer({ minimum: 0 }) }),
    ),
    components: Optional(Type.Array(Type.Unknown(), { maxItems: 5 })),
    pid: Optional(Type.Integer()),
  }),
  run: async ({ host }, { pid: _, ...interaction }) => ({
    success: await demandEmbedded(host).shareInteraction(interaction),
  }),
})

const initiateImageUpload = command({
  name: 'INITIATE_IMAGE_UPLOAD',
  scope: ['rpc', LOCAL, AUTHENTICATED],
  args: NoArguments,
  async run({ host }) {
    const image_url = await demandEmbedded(host).uploadImage()
    if (image_url === null) throw new RpcError('UNKNOWN_ERROR', 'The person uploaded no image.')
    return { image_url }
  },
})

const inviteUserEmbedded = command({
  name: 'INVITE_USER_EMBEDDED',
  scope: ['relationships.read'],
  args: Type.Object({ user_id: Id, content: Optional(Type.String({ maxLength: 1_024 })) }),
  run: ({ host }, { user_id, content }) => demandEmbedded(host).inviteUser(user_id, content ?? null),
})

const getParticipants = command({
  name: 'GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS',
  scope: [AUTHENTICATED],
  args: NoArguments,
  run: async ({ host }) => ({ participants: await demandEmbedded(host).participants() }),
})

const requestProxyTicketRefresh = command({
  name: 'REQUEST_PROXY_TICKET_REFRESH',
  scope: [AUTHENTICATED],
  args: NoArguments,
  run: async ({ host }) => ({ ticket: await demandEmbedded(host).refreshProxyTicket() }),
})

const setConfig = command({
  name: 'SET_CONFIG',
  scope: [EMBEDDED],
  args: Type.Object({ use_interactive_pip: Type.Boolean() }),
  run: ({ host }, { use_interactive_pip }) => ({
    use_interactive_pip: demandEmbedded(host).setInteractivePip(use_interactive_pip),
  }),
})

const LockState = Type.Integer({ minimum: 1, maximum: 3 })
const OptionalLockState = Optional(Type.Union([LockState, Type.Null()]))

/** Locks the orientation of a phone. A computer has none: the command succeeds without effect. */
const setOrientationLockState = command({
  name: 'SET_ORIENTATION_LOCK_STATE',
  scope: [],
  args: Type.Object({
    lock_state: LockState,
    picture_in_picture_lock_state: OptionalLockState,
    grid_lock_state: OptionalLockState,
  }),
  run: ({ host }, lock) => host.embedded?.setOrientationLock(lock),
})

const captureLog = command({
  name: 'CAPTURE_LOG',
  scope: [],
  args: Type.Object({
    level: Type.Enum(['log', 'warn', 'debug', 'info', 'error']),
    message: Type.String({ maxLength: 100_000 }),
  }),
  run: ({ host }, { level, message }) => host.embedded?.log(level, message),
})

const encourageHardwareAcceleration = command({
  name: 'ENCOURAGE_HW_ACCELERATION',
  scope: [],
  args: NoArguments,
  // A browser does not tell. Without a frame nothing is drawn.
  run: ({ host }) => ({ enabled: host.embedded !== undefined }),
})

const getPlatformBehaviors = command({
  name: 'GET_PLATFORM_BEHAVIORS',
  scope: [],
  args: NoArguments,
  run: () => ({ iosKeyboardResizesView: false }),
})

export const embeddedCommands = [
  openExternalLink,
  openInviteDialog,
  openShareMomentDialog,
  shareLink,
  shareInteraction,
  initiateImageUpload,
  inviteUserEmbedded,
  getParticipants,
  requestProxyTicketRefresh,
  setConfig,
  setOrientationLockState,
  captureLog,
  encourageHardwareAcceleration,
  getPlatformBehaviors,
]
