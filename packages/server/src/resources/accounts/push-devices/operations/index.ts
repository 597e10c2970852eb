import { createDevice } from './create-device.ts'
import { deleteDevice } from './delete-device.ts'
import { getPushKey } from './get-push-key.ts'

export const pushDeviceOperations = [createDevice, deleteDevice, getPushKey]
