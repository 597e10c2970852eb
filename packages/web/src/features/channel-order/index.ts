export { openChannelMenu } from './channel-menu.ts'
export { ChannelMenuHost } from './channel-menu-host.tsx'
export { useChannelDrag } from './use-channel-drag.ts'
