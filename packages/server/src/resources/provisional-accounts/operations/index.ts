import { botPartnerSdkToken } from './bot-partner-sdk-token.ts'
import { botPartnerSdkUnmergeProvisionalAccount } from './bot-partner-sdk-unmerge-provisional-account.ts'
import { partnerSdkToken } from './partner-sdk-token.ts'
import { partnerSdkUnmergeProvisionalAccount } from './partner-sdk-unmerge-provisional-account.ts'

export const provisionalAccountOperations = [
  botPartnerSdkToken,
  botPartnerSdkUnmergeProvisionalAccount,
  partnerSdkToken,
  partnerSdkUnmergeProvisionalAccount,
]
