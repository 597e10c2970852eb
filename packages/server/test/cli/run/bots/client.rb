require 'net/http'

request = Net::HTTP::Get.new(URI('https://discord.com/api/v10/users/@me'), 'Authorization' => "Bot #{ENV['TOKEN']}")
# Without the proxy variable, names are resolved by the C library.
http = Net::HTTP.new('discord.com', 443, nil)
http.use_ssl = true
puts http.request(request).code
