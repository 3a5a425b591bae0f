# Sets up on a Debian 13, from its packages, what Circle needs around it: DNS, certificates, PostgreSQL, an S3 store, Postfix and
# Dovecot with DKIM. ACME_DIRECTORY names the certificate authority, PASSWORD is the secret of every account.
export REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt

apt-get update
# Names of example.org, with the public key of its mails; dnsmasq asks the machine's name server for all others.
key=/etc/dkimkeys/mail.private
apt-get install -y --no-install-recommends opendkim opendkim-tools
opendkim-genkey -D /etc/dkimkeys -d example.org -s mail
chown opendkim $key
cat > /etc/dnsmasq.conf <<END
listen-address=127.0.0.1
bind-interfaces
no-resolv
server=$(sed -n 's/^nameserver //p' /etc/resolv.conf | head -1)
address=/example.org/127.0.0.1
mx-host=example.org,mail.example.org
txt-record=mail._domainkey.example.org,$(grep -o '"[^"]*"' /etc/dkimkeys/mail.txt | paste -sd,)
END
apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold \
  certbot caddy curl dnsmasq dovecot-imapd dovecot-lmtpd nginx postfix postgresql radosgw
systemctl disable --now caddy
echo 'nameserver 127.0.0.1' > /etc/resolv.conf

# The hooks of docs/operating.md. Only `circle` serves https, but both prove their name at port 80.
for name in circle mail; do
  certbot certonly --standalone -d $name.example.org --pre-hook 'systemctl stop nginx' --post-hook 'systemctl start nginx' \
    --non-interactive --agree-tos --register-unsafely-without-email --server "$ACME_DIRECTORY"
done
certificate=/etc/letsencrypt/live/mail.example.org

runuser -u postgres -- psql -q <<END
create role circle login password '$PASSWORD';
create database circle owner circle;
END

# Ceph's gateway, whose objects are in SQLite here instead of a cluster.
install -d -o ceph -g ceph /var/lib/s3
cat > /etc/ceph/ceph.conf <<END
[global]
rgw backend store = dbstore
rgw config store = dbstore
dbstore db dir = /var/lib/s3
dbstore config uri = file:/var/lib/s3/config.db
rgw data = /var/lib/s3
rgw frontends = beast endpoint=127.0.0.1:7480
END
runuser -u ceph -- radosgw-admin -n client.admin --no-mon-config user create --uid=circle \
  --display-name=Circle --access-key=circle --secret-key="$PASSWORD"
systemd-run --unit=s3 --uid=ceph --gid=ceph radosgw -f -n client.admin --no-mon-config
curl -sSf --retry 20 --retry-delay 1 --retry-all-errors --aws-sigv4 aws:amz:default:s3 --user "circle:$PASSWORD" -X PUT \
  http://127.0.0.1:7480/photos

# Mailboxes of Dovecot. Postfix delivers into them by LMTP, and has Dovecot check the passwords of senders.
useradd --create-home --home-dir /var/mail/boxes mailboxes
for name in circle ada ben rosa; do
  echo "$name@example.org:{PLAIN}$PASSWORD" >> /etc/dovecot/users
  echo "$name@example.org $name" >> /etc/postfix/mailboxes
done
cat > /etc/dovecot/dovecot.conf <<END
dovecot_config_version = 2.4.1
dovecot_storage_version = 2.4.1
protocols = imap lmtp
mail_driver = maildir
mail_path = ~/Maildir
ssl = required
ssl_server_cert_file = $certificate/fullchain.pem
ssl_server_key_file = $certificate/privkey.pem
namespace inbox {
  inbox = yes
}
passdb passwd-file {
  passwd_file_path = /etc/dovecot/users
}
userdb static {
  fields {
    uid = mailboxes
    gid = mailboxes
    home = /var/mail/boxes/%{user}
  }
}
service lmtp {
  unix_listener /var/spool/postfix/private/dovecot-lmtp {
    user = postfix
    mode = 0600
  }
}
service auth {
  unix_listener /var/spool/postfix/private/auth {
    user = postfix
    mode = 0600
  }
}
END
systemctl restart dovecot

cat > /etc/opendkim.conf <<END
Syslog yes
Domain example.org
Selector mail
KeyFile $key
Socket inet:8891@127.0.0.1
UserID opendkim
PidFile /run/opendkim/opendkim.pid
END
systemctl restart opendkim

postconf -e myhostname=mail.example.org mydestination=localhost recipient_delimiter=+ \
  virtual_mailbox_domains=example.org virtual_mailbox_maps=texthash:/etc/postfix/mailboxes \
  message_size_limit=26214400 virtual_transport=lmtp:unix:private/dovecot-lmtp \
  smtpd_tls_cert_file=$certificate/fullchain.pem smtpd_tls_key_file=$certificate/privkey.pem \
  smtpd_sasl_type=dovecot smtpd_sasl_path=private/auth \
  smtpd_milters=inet:127.0.0.1:8891 milter_default_action=tempfail
postconf -M 'submission/inet=submission inet n - y - - smtpd'
postconf -P submission/inet/smtpd_tls_security_level=encrypt submission/inet/smtpd_sasl_auth_enable=yes \
  submission/inet/smtpd_client_restrictions=permit_sasl_authenticated,reject
systemctl restart postfix
