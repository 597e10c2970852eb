import { operation } from '../../../../kernel/operation.ts'
import { listApplicationNames } from '../../../accounts/applications/index.ts'
import { listPeople } from '../../../accounts/users/index.ts'
import { listGuildNames } from '../../../guild/guilds/index.ts'
import { CONTROL } from '../requests.ts'
import { DirectoryState } from '../responses.ts'

/** Entries of one kind in a directory. */
const ENTRIES_MAX = 1_000

/** Get Directory: names and ids of the oldest people, applications and guilds, at most 1,000 of each kind. */
export const getDirectory = operation({
  ...CONTROL,
  id: 'get_directory',
  method: 'GET',
  path: '/directory',
  responses: { 200: DirectoryState },

  async run({ work }) {
    const [people, applications, guilds] = [
      await listPeople(work, ENTRIES_MAX),
      await listApplicationNames(work, ENTRIES_MAX),
      await listGuildNames(work, ENTRIES_MAX),
    ]
    return {
      people: people.map(({ id, username, global_name }) => ({ id: `${id}`, username, global_name })),
      applications: applications.map(({ id, name, bot_id }) => ({
        id: `${id}`,
        name,
        bot_id: bot_id === null ? null : `${bot_id}`,
      })),
      guilds: guilds.map(({ id, name, owner_id }) => ({ id: `${id}`, name, owner_id: `${owner_id}` })),
    }
  },
})
