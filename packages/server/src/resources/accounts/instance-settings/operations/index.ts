import { getInstanceSettings } from './get-instance-settings.ts'
import { updateInstanceSettings } from './update-instance-settings.ts'

export const instanceSettingOperations = [getInstanceSettings, updateInstanceSettings]
