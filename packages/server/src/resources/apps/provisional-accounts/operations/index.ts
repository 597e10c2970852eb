import { botPartnerSdkToken } from './bot-partner-sdk-token.ts'
import { botPartnerSdkUnmergeProvisionalAccount } from './bot-partner-sdk-unmerge-provisional-account.ts'
import { checkExternalToken } from './check-external-token.ts'
import { getApplicationPublisher } from './get-application-publisher.ts'
import { listApplicationIssuers } from './list-application-issuers.ts'
import { listProvisionalAccounts } from './list-provisional-accounts.ts'
import { partnerSdkChildToken } from './partner-sdk-child-token.ts'
import { partnerSdkToken } from './partner-sdk-token.ts'
import { partnerSdkUnmergeProvisionalAccount } from './partner-sdk-unmerge-provisional-account.ts'
import { replaceApplicationIssuers } from './replace-application-issuers.ts'
import { updateApplicationParent } from './update-application-parent.ts'

export const provisionalAccountOperations = [
  botPartnerSdkToken,
  botPartnerSdkUnmergeProvisionalAccount,
  checkExternalToken,
  getApplicationPublisher,
  listApplicationIssuers,
  listProvisionalAccounts,
  partnerSdkChildToken,
  partnerSdkToken,
  partnerSdkUnmergeProvisionalAccount,
  replaceApplicationIssuers,
  updateApplicationParent,
]
