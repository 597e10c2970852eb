export { type CensusOptions, type FileCensus, takeCensus } from './actions/census.ts'
export { type FileKeeper, keepFile, recoverFiles } from './actions/keep.ts'
export {
  REMOVE_FILES,
  removeFiles,
  removeFilesJob,
  removeFilesOfChannel,
  removeFilesOfGuild,
  removeImage,
} from './actions/remove.ts'
export { storeImage } from './actions/store-image.ts'
export { changeFiles, recordUses, releaseFiles, useFiles } from './actions/uses.ts'
export { attachmentKey, emojiKey, stickerKey } from './model.ts'
