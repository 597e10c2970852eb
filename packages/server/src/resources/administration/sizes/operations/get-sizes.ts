import { wire } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { bytesByKind } from '../../../accounts/files/index.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { rememberedCounts } from '../../guilds/index.ts'
import { countMessagesOf } from '../../guilds/store.ts'
import { growthPerDay } from '../rules.ts'
import { findOldestSample, listFullestGuilds, listFullestPeople } from '../size-store.ts'

/** Guilds and people of the response. */
const LISTED_MAX = 20

const Sizes = Type.Object({
  /** Bytes of the database, of files and of backups. */
  total: Type.Integer(),
  by_kind: Type.Object({
    messages: Type.Integer(),
    search: Type.Integer(),
    attachments: Type.Integer(),
    images: Type.Integer(),
    backups: Type.Integer(),
    other: Type.Integer(),
  }),
  guilds: Type.Array(
    Type.Object({ id: wire.Id, name: Type.String(), messages: Type.Integer(), bytes: Type.Integer() }),
  ),
  people: Type.Array(Type.Object({ id: wire.Id, name: Type.String(), bytes: Type.Integer() })),
  /** Free bytes are null where files are not on a disk. */
  disk: Type.Object({ free: Nullable(Type.Integer()), reserve: Type.Integer() }),
  growth_bytes_per_day: Type.Integer(),
})

/** Get Sizes: the bytes that the platform keeps, by kind, and the guilds and people with the most bytes of files. */
export const getSizes = operation({
  id: 'get_sizes',
  method: 'GET',
  path: '/admin/sizes',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Sizes },

  async run({ platform, ...request }) {
    const { work } = request
    await operatorOf({ ...request, platform }, 'admin')
    const [rows, kinds] = [await work.sizes(), await bytesByKind(work)]
    const [attachments, images] = [Number(kinds.attachments), Number(kinds.images)]
    const backups = (await platform.backups.known()).reduce((sum, { bytes }) => sum + bytes, 0)
    const other = rows.bytes - rows.messages - rows.search + Number(kinds.other)
    const grown = rows.bytes + attachments + images + Number(kinds.other)
    const guilds = await listFullestGuilds(work, LISTED_MAX)
    const ids = guilds.map(({ id }) => id)
    const messages = await rememberedCounts(platform).of(ids, (missing) => countMessagesOf(work, missing))
    const people = await listFullestPeople(work, LISTED_MAX)
    return {
      total: grown + backups,
      by_kind: { messages: rows.messages, search: rows.search, attachments, images, backups, other },
      guilds: guilds.map(({ id, ...guild }) => ({ ...guild, id: id.toString(), messages: messages.get(id) ?? 0 })),
      people: people.map(({ id, ...person }) => ({ ...person, id: id.toString() })),
      disk: {
        free: await platform.files.freeBytes(),
        reserve: (await settingsOf(work)).disk_reserve_bytes ?? 0,
      },
      growth_bytes_per_day: growthPerDay(await findOldestSample(work), grown, work.now),
    }
  },
})
