import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Stream } from '../model.ts'
import { deleteStream, putPreview, putStream, type StreamPreview } from '../store.ts'

/** Stores a stream for other nodes. */
export function saveStream(store: StoreSession, stream: Stream): Promise<void> {
  return putStream(store, stream)
}

/** Removes a stream that has ended, with its preview. */
export function removeStream(store: StoreSession, { key }: Stream): Promise<void> {
  return deleteStream(store, key)
}

/** Stores the picture of a stream for other nodes, in place of the former one. */
export function saveStreamPreview(store: StoreSession, preview: StreamPreview): Promise<void> {
  return putPreview(store, preview)
}
