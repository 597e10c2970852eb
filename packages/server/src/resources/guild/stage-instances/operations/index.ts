import { createStageInstance } from './create-stage-instance.ts'
import { deleteStageInstance } from './delete-stage-instance.ts'
import { getStageInstance } from './get-stage-instance.ts'
import { updateStageInstance } from './update-stage-instance.ts'

export const stageInstanceOperations = [createStageInstance, deleteStageInstance, getStageInstance, updateStageInstance]
