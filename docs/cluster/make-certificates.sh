#!/bin/sh
# Makes a certificate authority for the cluster and a certificate for each machine, with openssl:
#
#   sh make-certificates.sh FOLDER 10.0.0.11 10.0.0.12 10.0.0.13 10.0.0.21 10.0.0.22 10.0.0.23
#
# Copy three files to each machine, into /etc/earshot-cluster: ca.crt, ADDRESS.crt as machine.crt, and ADDRESS.key as
# machine.key (mode 0600, owned by the user that runs etcd or Patroni). Anyone with a key can join the cluster, so store
# ca.key offline. The certificates expire after two years. To renew them, put ca.key back and run this again with the same
# FOLDER.
# `npm run test:cluster` uses it.
set -eu

folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"

new_key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
if [ -e ca.crt ] && [ ! -e ca.key ]; then
  echo 'ca.key is missing. A new one would not be trusted by the other machines, so put the old one back.' >&2
  exit 1
fi
if [ ! -e ca.crt ]; then
  openssl req -x509 $new_key -days 3650 -subj '/CN=Earshot cluster' -keyout ca.key -out ca.crt
fi

for address in "$@"; do
  openssl req $new_key -subj "/CN=$address" -keyout "$address.key" -out "$address.csr"
  # 127.0.0.1: Earshot connects to the databases through the HAProxy of its own machine. clientAuth: etcd and Patroni
  # also show the certificate when they connect.
  cat > "$address.ext" <<END
subjectAltName = IP:$address, IP:127.0.0.1
extendedKeyUsage = serverAuth, clientAuth
END
  openssl x509 -req -in "$address.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 730 -extfile "$address.ext" -out "$address.crt"
  rm "$address.csr" "$address.ext"
done
chmod 644 ./*.crt
