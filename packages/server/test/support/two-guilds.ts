import { startPlatform } from './platform.ts'

/**
 * Starts a platform with two guilds: `lab` of ann with bob, and `den` of bob alone. People act as operators without a
 * second factor.
 */
export const startTwoGuilds = () =>
  startPlatform({
    world: {
      users: { ann: {}, bob: {} },
      guilds: {
        lab: { owner: 'ann', members: ['bob'], channels: { general: {} } },
        den: { owner: 'bob', channels: { general: {} } },
      },
    },
    settings: { operator_second_factor: false },
  })
