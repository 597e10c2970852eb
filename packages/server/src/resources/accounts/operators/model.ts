import type { Snowflake } from '@guildhall/protocol'
import type { OperatorTable } from '../../../kernel/store/account-tables.ts'

/** Role of a person who operates the platform. */
export type OperatorRole = OperatorTable['role']

/** Roles of operators, from the least powerful one on. */
export const OPERATOR_ROLES = ['moderator', 'admin', 'owner'] as const satisfies readonly OperatorRole[]

/** The operator of an action of the administration. The key and the terminal have the rights of an owner. */
export type Operator =
  | { readonly kind: 'person'; readonly userId: Snowflake; readonly role: OperatorRole; readonly address: string }
  | { readonly kind: 'key' | 'command'; readonly role: 'owner'; readonly address: string }

/** Names of actions in the operators' log. */
export const OPERATOR_ACTIONS = [
  'settings',
  'create',
  'role',
  'link',
  'approve',
  'reject',
  'suspend',
  'unsuspend',
  'sign_out',
  'reset_factors',
  'email',
  'delete',
  'export',
  'remove_messages',
  'guild_delete',
  'invite',
  'block',
  'note',
  'key',
  'backup',
  'report',
  'raid',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]
