import { Permission } from '@guildhall/protocol'

/** Returns whether permissions in a channel open a section of its settings. */
export function maySet(permissions: bigint): boolean {
  return (permissions & (Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES | Permission.MANAGE_WEBHOOKS)) !== 0n
}
