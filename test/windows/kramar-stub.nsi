; A program in the place of Kramar.exe: it runs until another start asks it by --quit to end, as Kramar does.
; STUBBORN: one that does not listen.
Unicode true
SilentInstall silent
RequestExecutionLevel user
Name "Kramar"
OutFile "${OUT}"
!include LogicLib.nsh
!include FileFunc.nsh

Section
  SetShellVarContext current
  CreateDirectory "$APPDATA\Kramar"
  ${GetParameters} $0
  ${If} $0 == "--quit"
    FileOpen $1 "$APPDATA\Kramar\asked-to-quit" w
    FileClose $1
    Quit
  ${EndIf}
  FileOpen $1 "$APPDATA\Kramar\running-${VERSION}" w
  FileClose $1
  ${Do}
    Sleep 100
!ifndef STUBBORN
  ${LoopUntil} ${FileExists} "$APPDATA\Kramar\asked-to-quit"
  Delete "$APPDATA\Kramar\asked-to-quit"
  FileOpen $1 "$APPDATA\Kramar\ended-in-order" w
  FileClose $1
!else
  ${Loop}
!endif
SectionEnd
