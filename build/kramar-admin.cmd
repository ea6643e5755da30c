@echo off
rem The owner's command line of an installed Kramar: kramar-admin owner password --password-file new.txt
rem Kramar.exe is a program with a window: a shell neither waits for it nor shows what it writes. start /wait waits
rem and gives its exit code; what it writes goes through two files.
setlocal
set "kramar_out=%TEMP%\kramar-admin-%RANDOM%%RANDOM%"
for /f "tokens=2 delims=:." %%p in ('chcp') do set "kramar_page=%%p"
start "" /b /wait "%~dp0Kramar.exe" --admin %* >"%kramar_out%.out" 2>"%kramar_out%.err"
set "kramar_code=%ERRORLEVEL%"
rem It writes UTF-8.
chcp 65001 >nul
type "%kramar_out%.out"
type "%kramar_out%.err" >&2
if defined kramar_page chcp %kramar_page% >nul
del "%kramar_out%.out" "%kramar_out%.err" 2>nul
exit /b %kramar_code%
