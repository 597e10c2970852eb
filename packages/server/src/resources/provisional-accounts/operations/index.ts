import { botPartnerSdkToken } from './bot-partner-sdk-token.ts'
import { partnerSdkToken } from './partner-sdk-token.ts'

export const provisionalAccountOperations = [botPartnerSdkToken, partnerSdkToken]
