import { getMailState } from './get-mail-state.ts'
import { sendTestMail } from './send-test-mail.ts'

export const mailOperations = [getMailState, sendTestMail]
