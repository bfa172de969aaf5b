# Gives Bylaw a user of its own with the rights that the ticket desk needs and no others, and prints a token for it.
use strict;
use warnings;
use lib '/usr/share/request-tracker5/lib';
use RT -init;
use RT::AuthToken;

my $system = RT->SystemUser;

my $user = RT::User->new($system);
$user->Load('bylaw');
unless ( $user->Id ) {
    my ( $done, $message ) = $user->Create( Name => 'bylaw', EmailAddress => 'bylaw@example.com', Privileged => 1 );
    die "no user: $message\n" unless $done;
}

my @rights = qw(
    SeeQueue ShowTicket ShowTicketComments CreateTicket CommentOnTicket ReplyToTicket ModifyTicket OwnTicket
);
grant( $_, RT->System ) for @rights;
grant( 'ManageAuthTokens', RT->System );

my $token = RT::AuthToken->new( RT::CurrentUser->new($user) );
my ( $done, $message, $secret ) = $token->Create( Owner => $user->Id, Description => 'the ticket desk of Bylaw' );
die "no token: $message\n" unless $done;
print "$secret\n";

sub grant {
    my ( $right, $object ) = @_;
    return if $user->PrincipalObj->HasRight( Right => $right, Object => $object );
    my ( $granted, $why ) = $user->PrincipalObj->GrantRight( Right => $right, Object => $object );
    die "no right $right: $why\n" unless $granted;
}
