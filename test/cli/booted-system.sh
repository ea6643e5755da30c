#!/bin/bash
# Boots systemd as the first process of namespaces of its own, which unshare(1) has made. $1 is a folder: etc/ is its
# /etc/systemd/system, which a test keeps from boot to boot; units/ has the targets of systemd, and nothing of this computer.
set -euo pipefail
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs /run
mount --bind "$1/etc" /etc/systemd/system
exec env -i container=kramar-test SYSTEMD_UNIT_PATH="/etc/systemd/system:$1/units" \
  PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=no
