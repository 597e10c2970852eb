export { MessageLog } from './message-log.tsx'
