import { ApiError } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { channelOf, StreamPath } from '../requests.ts'

/** Get Stream Preview, for callers who can view the channel of the stream. */
export const getStreamPreview = operation({
  id: 'get_stream_preview',
  method: 'GET',
  path: '/streams/:stream_key/preview',
  callers: ['person'],
  unlisted: true,
  params: StreamPath,
  responses: { 200: Type.Object({ url: Type.String() }) },

  async run({ caller, params, work, platform }) {
    await channelForCaller(work, caller, channelOf(params.stream_key))
    const name = await platform.streams.nameOf(work, params.stream_key)
    if (name === undefined) throw new ApiError('UNKNOWN_STREAM')
    return { url: `${platform.addresses.cdn}/stream-previews/${name}.jpg` }
  },
})
