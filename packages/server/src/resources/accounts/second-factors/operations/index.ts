import { createWebauthnAuthenticator } from './create-webauthn-authenticator.ts'
import { deleteWebauthnAuthenticator } from './delete-webauthn-authenticator.ts'
import { disableTotp } from './disable-totp.ts'
import { enableTotp } from './enable-totp.ts'
import { finishPasswordlessLogin } from './finish-passwordless-login.ts'
import { getBackupCodes } from './get-backup-codes.ts'
import { listWebauthnAuthenticators } from './list-webauthn-authenticators.ts'
import { sendBackupCodesChallenge } from './send-backup-codes-challenge.ts'
import { startPasswordlessLogin } from './start-passwordless-login.ts'
import { updateWebauthnAuthenticator } from './update-webauthn-authenticator.ts'
import { verifyMfa } from './verify-mfa.ts'
import { verifyMfaLogin } from './verify-mfa-login.ts'

export const secondFactorOperations = [
  verifyMfaLogin,
  verifyMfa,
  enableTotp,
  disableTotp,
  sendBackupCodesChallenge,
  getBackupCodes,
  listWebauthnAuthenticators,
  createWebauthnAuthenticator,
  updateWebauthnAuthenticator,
  deleteWebauthnAuthenticator,
  startPasswordlessLogin,
  finishPasswordlessLogin,
]
