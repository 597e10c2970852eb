export { keepFile, recoverFiles } from './keep.ts'
export { attachmentKey, stickerKey } from './keys.ts'
export {
  REMOVE_FILES,
  removeFiles,
  removeFilesJob,
  removeFilesOfChannel,
  removeFilesOfGuild,
  removeImage,
} from './remove.ts'
export { storeImage } from './store-image.ts'
export { type CensusOptions, type FileCensus, takeCensus } from './unreferenced.ts'
export { changeFiles, recordUses, releaseFiles, useFiles } from './uses.ts'
