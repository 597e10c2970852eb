import type { ErrorRow } from './row.ts'

/** Errors 20xxx: the kind of caller cannot do this, or calls too often. */
export const CALLER_ERRORS = {
  BOTS_CANNOT_USE_ENDPOINT: { code: 20001, status: 403, message: 'Bots cannot use this endpoint' },
  ONLY_BOTS_CAN_USE_ENDPOINT: { code: 20002, status: 403, message: 'Only bots can use this endpoint' },
  EXPLICIT_CONTENT: {
    code: 20009,
    status: 400,
    message: 'Explicit content cannot be sent to the desired recipient(s)',
  },
  ACCOUNT_SCHEDULED_FOR_DELETION: { code: 20011, status: 400, message: 'Your account is scheduled for deletion.' },
  APPLICATION_ACTION_NOT_AUTHORIZED: {
    code: 20012,
    status: 403,
    message: 'You are not authorized to perform this action on this application',
  },
  PREMIUM_SUBSCRIPTION_REQUIRED: { code: 20015, status: 400, message: 'This action requires a premium subscription' },
  SLOWMODE: { code: 20016, status: 429, message: 'This action cannot be performed due to slowmode rate limit' },
  ACCOUNT_OWNER_ONLY: { code: 20018, status: 403, message: 'Only the owner of this account can perform this action' },
  ANNOUNCEMENT_EDIT_RATE_LIMIT: {
    code: 20022,
    status: 429,
    message: 'This message cannot be edited due to announcement rate limits',
  },
  UNDER_MINIMUM_AGE: { code: 20024, status: 400, message: 'Under minimum age' },
  CHANNEL_WRITE_RATE_LIMIT: {
    code: 20028,
    status: 429,
    message: 'The write action you are performing on the channel has hit the write rate limit',
  },
  GUILD_WRITE_RATE_LIMIT: {
    code: 20029,
    status: 429,
    message: 'The write action you are performing on the server has hit the write rate limit',
  },
  DISALLOWED_WORDS: {
    code: 20031,
    status: 400,
    message: 'Your Stage topic, server name, server description, or channel names contain words that are not allowed',
  },
  GUILD_PREMIUM_LEVEL_TOO_LOW: { code: 20035, status: 400, message: 'Guild premium subscription level too low' },
} as const satisfies Record<string, ErrorRow>
