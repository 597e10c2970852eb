import type { Stream } from './model.ts'

const REGION = 'local'

/** Returns the `d` of STREAM_UPDATE. */
export function presentStream({ key, viewers, paused }: Stream) {
  return { stream_key: key, region: REGION, viewer_ids: [...viewers.keys()].map(String), paused }
}

/** Returns the `d` of STREAM_CREATE. */
export function presentWholeStream(stream: Stream) {
  const { rtcServerId, rtcChannelId } = stream
  return {
    ...presentStream(stream),
    rtc_server_id: rtcServerId.toString(),
    rtc_channel_id: rtcChannelId.toString(),
  }
}
