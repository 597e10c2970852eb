import { ApiError } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { ImageData, NoContent, Type } from '../../../../validation/schema.ts'
import { channelOf, readPreview, StreamPath } from '../requests.ts'

/** Upload Stream Preview: keeps a picture of the caller's own stream, for members who do not watch it. */
export const createStreamPreview = operation({
  id: 'create_stream_preview',
  method: 'POST',
  path: '/streams/:stream_key/preview',
  callers: ['person'],
  unlisted: true,
  params: StreamPath,
  body: Type.Object({ thumbnail: ImageData }),
  responses: { 204: NoContent },
  limit: { limit: 5, windowMs: 60_000 },

  async run({ caller, params, body, work, platform }) {
    const { stream_key: key } = params
    await channelForCaller(work, caller, channelOf(key))
    const ownerId = await platform.streams.ownerOf(work, key)
    if (ownerId === undefined) throw new ApiError('UNKNOWN_STREAM')
    if (ownerId !== caller.userId) throw new ApiError('MISSING_ACCESS', { reason: 'the stream is of another person' })
    await platform.streams.keep(work, key, readPreview(body.thumbnail))
  },
})
