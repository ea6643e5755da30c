# What Kramar adds to electron-builder's installer (https://www.electron.build/nsis#custom-nsis-script).
# The macros' names are those that its templates look for.

# electron-builder has no Ukrainian for these; a text that is set again replaces the first one, with warning 6030.
!macro customHeader
  !pragma warning disable 6030
  LangString win7Required ${LANG_UKRAINIAN} "Потрібна Windows 10 або новіша."
  LangString win7Required ${LANG_ENGLISH} "Windows 10 or newer is required."
  LangString x64WinRequired ${LANG_UKRAINIAN} "Потрібна 64-розрядна Windows."
  LangString appRunning ${LANG_UKRAINIAN} "Kramar працює.$\r$\nНатисніть OK, щоб зупинити його: незавершені дії буде збережено."
  LangString appRunning ${LANG_ENGLISH} "Kramar is running.$\r$\nClick OK to stop it: what is under way is saved first."
  LangString appCannotBeClosed ${LANG_UKRAINIAN} "Kramar не зупинився.$\r$\nВийдіть із нього через значок біля годинника й натисніть «Повторити»."
  LangString appCannotBeClosed ${LANG_ENGLISH} "Kramar did not stop.$\r$\nQuit it from its icon by the clock, then click Retry."
  LangString installing ${LANG_UKRAINIAN} "Встановлення, зачекайте…"
  LangString areYouSureToUninstall ${LANG_UKRAINIAN} "Видалити Kramar? Дані магазину й резервні копії залишаться."
  LangString areYouSureToUninstall ${LANG_ENGLISH} "Uninstall Kramar? The shop's data and backups stay."
  LangString decompressionFailed ${LANG_UKRAINIAN} "Не вдалося розпакувати файли. Запустіть встановлення ще раз."
  LangString uninstallFailed ${LANG_UKRAINIAN} "Не вдалося видалити файли попередньої версії. Запустіть встановлення ще раз."
  LangString appClosing ${LANG_UKRAINIAN} "Зупиняємо Kramar…"
  LangString appClosing ${LANG_ENGLISH} "Stopping Kramar…"
  LangString chooseInstallationOptions ${LANG_UKRAINIAN} "Параметри встановлення"
  LangString chooseUninstallationOptions ${LANG_UKRAINIAN} "Параметри видалення"
  LangString whichInstallationShouldBeRemoved ${LANG_UKRAINIAN} "Яке встановлення видалити?"
  LangString whoShouldThisApplicationBeInstalledFor ${LANG_UKRAINIAN} "Для кого встановити програму?"
  LangString selectUserMode ${LANG_UKRAINIAN} "Виберіть, чи буде програма доступна всім користувачам, чи лише вам"
  LangString whichInstallationRemove ${LANG_UKRAINIAN} "Програму встановлено і для всіх користувачів, і для вас.$\r$\nЯке встановлення видалити?"
  LangString freshInstallForAll ${LANG_UKRAINIAN} "Нове встановлення для всіх користувачів (потрібні права адміністратора)."
  LangString freshInstallForCurrent ${LANG_UKRAINIAN} "Нове встановлення лише для вас."
  LangString onlyForMe ${LANG_UKRAINIAN} "Лише для &мене"
  LangString forAll ${LANG_UKRAINIAN} "Для &всіх, хто користується цим комп'ютером"
  LangString loginWithAdminAccount ${LANG_UKRAINIAN} "Щоб продовжити, увійдіть в обліковий запис адміністратора…"
  LangString perUserInstallExists ${LANG_UKRAINIAN} "Програму вже встановлено для вас."
  LangString perUserInstall ${LANG_UKRAINIAN} "Програму встановлено для вас."
  LangString perMachineInstallExists ${LANG_UKRAINIAN} "Програму вже встановлено для всіх користувачів."
  LangString perMachineInstall ${LANG_UKRAINIAN} "Програму встановлено для всіх користувачів."
  LangString reinstallUpgrade ${LANG_UKRAINIAN} "Її буде оновлено."
  LangString uninstall ${LANG_UKRAINIAN} "Її буде видалено."
  !pragma warning default 6030
!macroend

# Windows refuses to open the file of a running program for writing. Unlike a search for its process this needs neither
# PowerShell nor rights, and concerns the program in this folder alone. An antivirus may hold the file for a moment.
!macro kramarIsRunning RESULT
  StrCpy ${RESULT} 0
  ${If} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    StrCpy $R8 0
    ${Do}
      StrCpy ${RESULT} 0
      ClearErrors
      FileOpen $R9 "$INSTDIR\${APP_EXECUTABLE_FILENAME}" a
      ${If} ${Errors}
        StrCpy ${RESULT} 1
        IntOp $R8 $R8 + 1
        Sleep 200
      ${Else}
        FileClose $R9
        ${Break}
      ${EndIf}
    ${LoopUntil} $R8 >= 3
    ClearErrors
  ${EndIf}
!macroend

# The task that `service install` makes (main/cli/service/managers.ts). It runs the program's file, and hears no --quit:
# it is ended, which loses nothing that it confirmed. What has no task answers with a fault that means nothing here.
!macro kramarTask VERB
  nsExec::Exec `"$SYSDIR\schtasks.exe" ${VERB} /TN "Kramar"`
  Pop $R9
!macroend

# Waits until Kramar has ended; SECONDS at most.
!macro kramarAwaitEnd SECONDS RESULT
  StrCpy $R7 0
  ${Do}
    !insertmacro kramarIsRunning ${RESULT}
    ${If} ${RESULT} == 0
      ${Break}
    ${EndIf}
    Sleep 400
    IntOp $R7 $R7 + 1
  ${LoopUntil} $R7 >= ${SECONDS}
!macroend

# electron-builder's own ends the process; --quit has a running Kramar stop in order, a payment under way included.
!macro customCheckAppRunning
  !insertmacro kramarIsRunning $R6
  ${If} $R6 == 1
  ${AndIf} ${isUpdated}
    # The program that asked for the update is about to end by itself.
    !insertmacro kramarAwaitEnd 10 $R6
  ${EndIf}
  ${If} $R6 == 1
    ${IfNot} ${isUpdated}
      MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "$(appRunning)" /SD IDOK IDOK +2
      Quit
    ${EndIf}
    DetailPrint "$(appClosing)"
    !insertmacro kramarTask "/End"
    Exec '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --quit'
    !insertmacro kramarAwaitEnd 30 $R6
    ${If} $R6 == 1
      # It hangs, or is a version that does not know --quit. Its processes all have this name. What it stored is safe: a kill loses nothing that it confirmed.
      nsExec::Exec `"$SYSDIR\taskkill.exe" /F /IM "${APP_EXECUTABLE_FILENAME}"`
      Pop $R9
      !insertmacro kramarAwaitEnd 5 $R6
    ${EndIf}
    ${DoWhile} $R6 == 1
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(appCannotBeClosed)" /SD IDCANCEL IDRETRY +2
      Quit
      !insertmacro kramarAwaitEnd 3 $R6
    ${Loop}
  ${EndIf}
!macroend

# The service of the version before goes on with this one; without a task nothing happens.
!macro customInstall
  !insertmacro kramarTask "/Run"
!macroend

# What Kramar writes into the registry of its user: start with Windows (Electron's login item is named for the app id)
# and kramar:// links. An update keeps them. The data folder is none of the uninstaller's business.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    !insertmacro kramarTask "/Delete /F"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\kramar"
    DeleteRegKey HKCU "Software\Classes\AppUserModelId\${APP_ID}"
  ${EndIf}
!macroend
