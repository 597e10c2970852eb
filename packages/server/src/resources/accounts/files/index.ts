export { bytesByKind } from './actions/bytes-by-kind.ts'
export { type CensusOptions, type FileCensus, takeCensus } from './actions/census.ts'
export { type FileKeeper, isMarker as isPendingFile, keepFile, recoverFiles } from './actions/keep.ts'
export { isNamedFile } from './actions/named.ts'
export {
  removeFiles,
  removeFilesOfChannel,
  removeFilesOfGuild,
  removeImage,
} from './actions/remove.ts'
export { removeFilesJob } from './actions/remove-job.ts'
export { changeFiles, recordUses, releaseFiles, useFiles } from './actions/save-uses.ts'
export { storeImage } from './actions/store-image.ts'
export { attachmentKey, emojiKey, stickerKey } from './model.ts'
