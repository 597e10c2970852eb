export {
  dropExpiredPushes,
  giveUpPushes,
  postponePush,
  queuePush,
  removeDevicesOf,
  removeGoneDevice,
  settlePush,
  takePushes,
} from './actions/save.ts'
export { pushQueued } from './events.ts'
export type { PushDelivery } from './model.ts'
export { outcomeOf } from './rules.ts'
export { listDeviceHolders, listDeviceHoldersIn, listDevices, listNextMessages, resealDevices } from './store.ts'
