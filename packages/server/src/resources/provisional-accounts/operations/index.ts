import { botPartnerSdkToken } from './bot-partner-sdk-token.ts'
import { botPartnerSdkUnmergeProvisionalAccount } from './bot-partner-sdk-unmerge-provisional-account.ts'
import { partnerSdkChildToken } from './partner-sdk-child-token.ts'
import { partnerSdkToken } from './partner-sdk-token.ts'
import { partnerSdkUnmergeProvisionalAccount } from './partner-sdk-unmerge-provisional-account.ts'
import { updateApplicationParent } from './update-application-parent.ts'

export const provisionalAccountOperations = [
  botPartnerSdkToken,
  botPartnerSdkUnmergeProvisionalAccount,
  partnerSdkChildToken,
  partnerSdkToken,
  partnerSdkUnmergeProvisionalAccount,
  updateApplicationParent,
]
