import type { ErrorRow } from './row.ts'

/** Errors 40xxx: the request as a whole is rejected. */
export const REQUEST_ERRORS = {
  UNAUTHORIZED_TOKEN: { code: 40001, status: 401, message: 'Unauthorized. Provide a valid token and try again' },
  VERIFICATION_REQUIRED: {
    code: 40002,
    status: 403,
    message: 'You need to verify your account in order to perform this action',
  },
  OPENING_DMS_TOO_FAST: { code: 40003, status: 429, message: 'You are opening direct messages too fast' },
  SEND_MESSAGES_DISABLED: { code: 40004, status: 400, message: 'Send messages has been temporarily disabled' },
  REQUEST_ENTITY_TOO_LARGE: { code: 40005, status: 413, message: 'Request entity too large' },
  FEATURE_DISABLED: { code: 40006, status: 400, message: 'This feature has been temporarily disabled server-side' },
  USER_BANNED: { code: 40007, status: 403, message: 'The user is banned from this guild' },
  INVITES_PAUSED: {
    code: 40008,
    status: 403,
    message: 'Invites are currently paused for this server. Please try again later.',
  },
  ONE_PARENT_AT_A_TIME: {
    code: 40009,
    status: 400,
    message: 'Only one channel can have a parent_id modified at a time',
  },
  OWNERSHIP_NOT_TRANSFERRED: {
    code: 40011,
    status: 400,
    message: 'Must transfer ownership of all owned servers and applications before the account is deleted',
  },
  CONNECTION_REVOKED: { code: 40012, status: 400, message: 'Connection has been revoked' },
  ONLY_CONSUMABLES_CAN_BE_CONSUMED: { code: 40018, status: 400, message: 'Only consumable SKUs can be consumed' },
  ONLY_SANDBOX_ENTITLEMENTS_CAN_BE_DELETED: {
    code: 40019,
    status: 400,
    message: 'You can only delete sandbox entitlements.',
  },
  TARGET_NOT_CONNECTED_TO_VOICE: { code: 40032, status: 400, message: 'Target user is not connected to voice' },
  ALREADY_CROSSPOSTED: { code: 40033, status: 400, message: 'This message has already been crossposted' },
  COMMAND_NAME_TAKEN: { code: 40041, status: 400, message: 'An application command with that name already exists' },
  INTERACTION_FAILED_TO_SEND: { code: 40043, status: 400, message: 'Application interaction failed to send' },
  CANNOT_SEND_IN_FORUM: { code: 40058, status: 400, message: 'Cannot send a message in a forum channel' },
  INTERACTION_ALREADY_ACKNOWLEDGED: { code: 40060, status: 400, message: 'Interaction has already been acknowledged' },
  TAG_NAMES_NOT_UNIQUE: { code: 40061, status: 400, message: 'Tag names must be unique' },
  SERVICE_RATE_LIMITED: { code: 40062, status: 429, message: 'Service resource is being rate limited' },
  NO_TAGS_FOR_NON_MODERATORS: {
    code: 40066,
    status: 400,
    message: 'There are no tags available that can be set by non-moderators',
  },
  TAG_REQUIRED: { code: 40067, status: 400, message: 'A tag is required to create a forum post in this channel' },
  ENTITLEMENT_ALREADY_GRANTED: {
    code: 40074,
    status: 400,
    message: 'An entitlement has already been granted for this resource',
  },
  TOO_MANY_FOLLOWUPS: {
    code: 40094,
    status: 400,
    message: 'This interaction has hit the maximum number of follow up messages',
  },
} as const satisfies Record<string, ErrorRow>
